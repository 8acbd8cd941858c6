# An ordinary Rails application in one file: three tables, pages of partials, JSON, sessions and a cache. `measure.rb` measures it.
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "action_view/railtie"

DATABASE = ENV.fetch("SHOP_DATABASE")
ENV["DATABASE_URL"] = "sqlite3:#{DATABASE}"
ENV["RAILS_ENV"] = "production"

class Shop < Rails::Application
  config.root = __dir__
  config.load_defaults Rails::VERSION::STRING.to_f
  config.eager_load = true
  config.consider_all_requests_local = false
  config.secret_key_base = "0" * 64
  config.hosts.clear
  config.cache_store = :memory_store
  config.logger = ActiveSupport::TaggedLogging.new(Logger.new(ENV["SHOP_LOG"] || File::NULL))
  config.paths["app/views"] = "views"
  config.paths["config/database"] = "no-such-file.yml"
  config.session_store :cookie_store, key: "shop"
  routes.append do
    root "posts#index"
    resources :posts, only: %i[index show create]
  end
end

Shop.initialize!

class ApplicationRecord < ActiveRecord::Base
  self.abstract_class = true
end

class Author < ApplicationRecord
  has_many :posts
  validates :name, presence: true
end

class Post < ApplicationRecord
  belongs_to :author
  has_many :comments
  validates :title, presence: true, length: { maximum: 100 }
  scope :newest, -> { order(id: :desc).limit(10) }
end

class Comment < ApplicationRecord
  belongs_to :post
end

class ApplicationController < ActionController::Base
  prepend_view_path File.join(__dir__, "views")
  before_action { session[:pages] = session[:pages].to_i + 1 }
end

class PostsController < ApplicationController
  skip_forgery_protection

  def index = @posts = Post.newest.includes(:author, :comments)

  def show
    @post = Post.find(params[:id])
    respond_to do |format|
      format.html
      format.json { render json: @post.as_json(include: %i[author comments]) }
    end
  end

  def create
    post = Post.new(params.expect(post: %i[title body]).merge(author: Author.first))
    post.save ? redirect_to(post) : render(plain: post.errors.full_messages.to_sentence, status: :unprocessable_content)
  end
end
